// Settings of this screen, kept by its browser: dark or light, and the side of the table on which the answers are.

import { t } from './language.js';

/** For each setting, a question, and each choice with its label; the first is the default. */
export const SETTINGS = {
  look: [t('Dark or light?'), { auto: t('same as this device'), dark: t('dark'), light: t('light') }],
  side: [t('Answers beside the table'), { right: t('on the right'), left: t('on the left, for left-handers') }],
};

export function chosen(name) {
  return document.documentElement.dataset[name] ?? Object.keys(SETTINGS[name][1])[0];
}

export function choose(name, choice) {
  localStorage.setItem(name, choice);
  document.documentElement.dataset[name] = choice;
}

/** Applies the saved settings. */
export function settle() {
  for (const name of Object.keys(SETTINGS)) {
    const kept = localStorage.getItem(name);
    if (kept in SETTINGS[name][1]) document.documentElement.dataset[name] = kept;
  }
}
