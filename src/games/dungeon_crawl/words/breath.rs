//! How the game is asked at a prompt.

use super::super::Crawl;
use crate::referee::Prompting;

impl Prompting for Crawl {}
