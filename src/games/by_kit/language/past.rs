//! The fingerprints of rules in journals of version 1, which printed the machine itself. They are only compared, and go when
//! these journals do.

use std::fmt::Write;

use crate::games::by_kit::language::code::{EndCode, Op, Program, VarDecl, ZoneDecl};
use crate::games::by_kit::language::sheet::See;

/// Everything that determines how a game goes, as the machine of version 1 of the rules was printed.
pub fn meaning(program: &Program) -> String {
    let ops: Vec<String> = program.ops.iter().map(op).collect();
    let mut text = format!(
        "{:?}[{}]{:?}{:?}{:?}{}",
        program.nodes,
        ops.join(", "),
        program.choices,
        program.questions,
        program.maps,
        end(&program.end)
    );
    for zone in &program.zones {
        let ZoneDecl {
            name,
            kind,
            see,
            own,
            each,
            most,
            refill,
            ordered,
            deck,
            condition,
            layers,
            ..
        } = zone;
        let _ = write!(
            text,
            "{name}{kind:?}{see:?}{own}{each:?}{most:?}{refill:?}{ordered}{deck:?}{condition:?}{layers:?}"
        );
    }
    for var in &program.vars {
        let VarDecl {
            name,
            own,
            each,
            ty,
            start,
            least,
            most,
            words,
            ..
        } = var;
        let _ = write!(
            text,
            "{name}{own}{each:?}{ty:?}{start}{least}{most}{words:?}"
        );
    }
    for dice in &program.dice {
        let _ = write!(
            text,
            "{}{}{}{:?}{:?}",
            dice.name, dice.own, dice.count, dice.faces, dice.see
        );
    }
    for action in &program.actions {
        let needs: Vec<_> = action
            .needs
            .iter()
            .map(|need| (need.that, need.picks))
            .collect();
        let _ = write!(
            text,
            "{}{:?}{needs:?}{}{}",
            action.name, action.picks, action.last, action.entry
        );
    }
    // Older journals skipped such questions if there was no answer.
    if program
        .choices
        .iter()
        .any(|choice| choice.may && choice.private)
        || program.questions.iter().any(|asked| asked.private)
    {
        text += "asked in secret";
    }
    if !program.leaves.is_empty() {
        text += &format!("{:?}", program.leaves);
    }
    // Older journals identified each dealt card before the next one was dealt.
    let hides = |zone: u16| program.zones[usize::from(zone)].see != See::All;
    if program
        .ops
        .iter()
        .any(|op| matches!(op, Op::Deal { to, .. } if hides(to.of)))
    {
        text += "dealt before it is looked at";
    }
    text
}

/// An operation as it was then.
fn op(op: &Op) -> String {
    match op {
        Op::EachPlayer(from) => format!("EachPlayer({from:?}, None)"),
        Op::Place {
            map,
            tile,
            place,
            turned,
            up: None,
        } => format!("Place {{ map: {map}, tile: {tile}, place: {place}, turned: {turned:?} }}"),
        op => format!("{op:?}"),
    }
}

/// The end as it was then.
fn end(end: &EndCode) -> String {
    let EndCode {
        win,
        lose,
        when,
        score,
        low,
        reveal,
        together,
        ties,
        ..
    } = end;
    format!(
        "EndCode {{ win: {win:?}, lose: {lose:?}, when: {when:?}, score: {score:?}, low: {low}, reveal: {reveal:?}, \
         together: {together}, ties: {ties:?} }}"
    )
}
