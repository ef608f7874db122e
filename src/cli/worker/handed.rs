//! What a worker is handed: the files and folders of its command. Everything else of the machine stays closed to it.
//!
//! On Linux, Landlock closes all other files and the network, and a seccomp filter everything that starts programs, opens sockets
//! or looks into other processes. A kernel that has neither goes without, as other systems do.

use std::path::{Path, PathBuf};

use crate::kit::outside;
use crate::page::site;

/// The files and folders that a command names.
#[derive(Clone, Debug, Default)]
pub struct Handed {
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
    serves_page: bool,
}

impl Handed {
    /// A kit: its archive, or its folder, the kits beside it, which it may use, and the tables elsewhere that it may read.
    pub fn kit(mut self, kit: impl AsRef<Path>) -> Handed {
        let kit = kit.as_ref();
        self.read.push(kit.to_owned());
        // Tables elsewhere that its owner lets it read.
        self.read.extend(outside::of(kit));
        let folder = dunce::canonicalize(kit).ok();
        let above = folder.as_deref().and_then(Path::parent);
        let beside = above.and_then(|above| std::fs::read_dir(above).ok());
        for entry in beside.into_iter().flatten().flatten() {
            let path = entry.path();
            if path.join("kit.toml").is_file() {
                self.read.push(path);
            }
        }
        self
    }

    /// A file or folder to read.
    pub fn reading(mut self, path: impl AsRef<Path>) -> Handed {
        self.read.push(path.as_ref().to_owned());
        self
    }

    /// A folder to write to. While it does not exist, the one above it stands for it.
    pub fn writing_in(mut self, folder: impl AsRef<Path>) -> Handed {
        let folder = std::path::absolute(folder).unwrap_or_default();
        let there = folder.ancestors().find(|folder| folder.is_dir());
        self.write.extend(there.map(Path::to_owned));
        self
    }

    /// The folder of a file to write.
    pub fn writing(self, file: impl AsRef<Path>) -> Handed {
        match std::path::absolute(file) {
            Ok(file) => self.writing_in(file.parent().unwrap_or(&file)),
            Err(_) => self,
        }
    }

    /// A page, for which it may open a port until [`close_network`] is called.
    pub fn serving_page(mut self, serves: bool) -> Handed {
        self.serves_page = serves;
        self.read.extend(site::drafts().filter(|_| serves));
        self
    }

    pub(super) fn serves_page(&self) -> bool {
        self.serves_page
    }

    /// Closes everything else to this process, as far as the system can.
    pub(super) fn close_the_rest(&self) {
        system::close_files(self);
        system::close_calls(system::NEVER);
        if !self.serves_page {
            close_network();
        }
    }
}

/// Makes this process open no further socket; a port that is open stays so.
pub fn close_network() {
    system::close_calls(system::SOCKETS);
}

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod system {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

    use super::Handed;

    /// The system's calls that no command needs: they start programs, look into others, or change the system.
    pub const NEVER: &[i64] = &[
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_io_uring_setup,
        libc::SYS_userfaultfd,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_open_by_handle_at,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_kexec_load,
    ];

    /// Those that open or connect sockets.
    pub const SOCKETS: &[i64] = &[
        libc::SYS_socket,
        libc::SYS_bind,
        libc::SYS_connect,
        libc::SYS_listen,
    ];

    /// A kernel without Landlock, or with an earlier version, goes without what it does not know.
    pub fn close_files(handed: &Handed) {
        let _ = restricted(handed);
    }

    fn restricted(handed: &Handed) -> Result<(), RulesetError> {
        let version = ABI::V7;
        let all = AccessFs::from_all(version);
        let read = AccessFs::ReadFile | AccessFs::ReadDir;
        let special = AccessFs::MakeSock
            | AccessFs::MakeFifo
            | AccessFs::MakeBlock
            | AccessFs::MakeChar
            | AccessFs::MakeSym;
        let write = all & !(special | AccessFs::Execute | AccessFs::IoctlDev);
        let connections = if handed.serves_page {
            AccessNet::ConnectTcp.into()
        } else {
            AccessNet::from_all(version)
        };
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)?
            .handle_access(connections)?
            .scope(Scope::from_all(version))?
            .create()?
            .add_rules(path_beneath_rules(&handed.read, read))?
            .add_rules(path_beneath_rules(&handed.write, write))?
            .restrict_self()?;
        Ok(())
    }

    /// Makes these calls fail as if they were not permitted.
    pub fn close_calls(calls: &[i64]) {
        let filter = || -> Option<BpfProgram> {
            let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
            let rules = calls.iter().map(|call| (*call, Vec::new())).collect();
            let refused = SeccompAction::Errno(libc::EACCES as u32);
            SeccompFilter::new(rules, SeccompAction::Allow, refused, arch)
                .ok()?
                .try_into()
                .ok()
        };
        if let Some(filter) = filter() {
            let _ = seccompiler::apply_filter_all_threads(&filter);
        }
    }
}

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
mod system {
    pub const NEVER: &[i64] = &[];
    pub const SOCKETS: &[i64] = &[];

    pub fn close_files(_: &super::Handed) {}

    pub fn close_calls(_: &[i64]) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// In a thread of its own, since a thread cannot be opened again. A kernel without Landlock has nothing to test.
    #[test]
    fn only_what_was_handed_can_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        for kit in ["kit", "beside"] {
            let kit = folder.path().join(kit);
            std::fs::create_dir(&kit).unwrap();
            std::fs::write(kit.join("kit.toml"), "").unwrap();
        }
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir(at("private")).unwrap();
        std::fs::write(at("private/diary"), "").unwrap();
        std::fs::create_dir(at("out")).unwrap();
        let handed = Handed::default()
            .kit(at("kit"))
            .writing(at("out/below/file"));
        let closed = std::thread::scope(|scope| {
            let opened = scope.spawn(|| {
                system::close_files(&handed);
                let read = |path: &str| std::fs::read(at(path)).is_ok();
                let write = |path: &str| std::fs::write(at(path), "").is_ok();
                let read = [
                    read("kit/kit.toml"),
                    read("beside/kit.toml"),
                    read("private/diary"),
                ];
                let write = [write("out/file"), write("kit/kit.toml"), write("file")];
                (read, write)
            });
            opened.join().unwrap()
        });
        let open = ([true; 3], [true; 3]);
        assert!(
            closed == ([true, true, false], [true, false, false]) || closed == open,
            "{closed:?}"
        );
    }
}
