// Settings of this screen, kept by its browser: its looks, what it shows, and what can be heard.

import { t } from './language.js';

/** A window narrower than this is a phone's or a tablet's. */
export const narrow = matchMedia('(max-width: 62em)');
/** A phone that shows the whole table: what lies on the map is tapped there. A page within another is on no phone. */
const PHONE = '(max-width: 40em), (max-width: 62em) and (max-height: 30em)';
export const small = matchMedia(parent === window ? PHONE : 'not all');
/** Whether it is held upright, and whether it is so low that fewer answers are in view. */
export const upright = matchMedia('(orientation: portrait)');
export const low = matchMedia('(max-height: 43.7em)');

/** More answers than this, if they are also on the map, are only tapped there. */
export const FEW = 12;

/** From this number of answers on, they may stand beside each other, unless they have an arrangement of their own. */
const PAIRED = 4;
const ARRANGED = '.faces, .grouped, .pictured, .turning, .keyed, .sides, :has(.odds)';
/** The parts that are scrolled by themselves, and how little below them is nothing, in px. */
const PARTS = '.ask, .thumb, .retold';
const SLACK = 4;

/** Whether all of a list is in view. */
export function fits(list) {
  return list.scrollHeight <= list.clientHeight + 4;
}

/** Short answers stand beside each other where that leaves more room for the map, or not all are in view otherwise. */
export function pair(list) {
  list.classList.remove('paired');
  if (list.childElementCount < PAIRED || list.matches(ARRANGED)) return;
  const part = list.closest(PARTS);
  if (!upright.matches && part && fits(part)) return;
  const alone = list.offsetHeight;
  list.classList.add('paired');
  if (list.offsetHeight >= alone) list.classList.remove('paired');
}

/** What makes room for answers, in this order: their pictures become small, the tools are only icons, and the question takes more of the screen. */
const SQUEEZED = ['with-small-pictures', 'with-icons', 'at-most'];

/** Makes room in a part of the page until all answers in its list are in view, as far as that is possible. */
export function squeeze(part, list) {
  part.classList.remove(...SQUEEZED);
  for (const step of SQUEEZED) {
    if (fits(list)) return;
    part.classList.add(step);
  }
}

/** Marks the parts of a page that go on below what is in view; what is below their contents is only their margin, which marked ones lack. */
export function cue(page) {
  for (const part of page.querySelectorAll(PARTS)) {
    const margin = part.classList.contains('goes-on') ? 0 : parseFloat(getComputedStyle(part).paddingBottom);
    const below = part.scrollHeight - part.clientHeight - part.scrollTop;
    part.classList.toggle('goes-on', below > margin + SLACK);
  }
}

/** For each setting, a question, and each choice with its label; the first is the default. */
export const SETTINGS = {
  look: [t('Dark or light?'), { auto: t('same as this device'), dark: t('dark'), light: t('light') }],
  side: [t('Answers beside the table'), { right: t('on the right'), left: t('on the left, for left-handers') }],
  view: [t('What does it show?'), { table: t('the table and what is asked'), asks: t('only what is asked, in large letters: for the middle of the table') }],
  voice: [t('Does the referee read aloud?'), { off: t('no'), on: t('question and news, in the voice of this device') }],
  sound: [t('Sound'), { off: t('none'), on: t('a soft note when somebody is asked') }],
};

export function chosen(name) {
  return document.documentElement.dataset[name] ?? Object.keys(SETTINGS[name][1])[0];
}

export function choose(name, choice) {
  localStorage.setItem(name, choice);
  document.documentElement.dataset[name] = choice;
}

/** Applies the saved settings, and says whether the page is a part of another, with less room. */
export function settle() {
  document.documentElement.toggleAttribute('data-framed', parent !== window);
  for (const name of Object.keys(SETTINGS)) {
    const kept = localStorage.getItem(name);
    if (kept in SETTINGS[name][1]) document.documentElement.dataset[name] = kept;
  }
}
