// Owns how the tests open the board, and the ways in which they go through its day.
import { startSite } from './site.mjs';

/** Starts server and browser; a page that is opened has its lenses filled. */
export async function startBoard(options) {
  const site = await startSite(() => document.querySelector('.row, #list .nothing, .log') !== null, options);
  // The times of the day are those of the reader's zone.
  const open = (given = {}, fragment = '') =>
    site.open({ timezoneId: 'Europe/Lisbon', ...given }, `board.html${fragment}`);
  return { ...site, open };
}

/** Goes to a time of the day, as the slider does. */
export async function goTo(page, time) {
  const [hours, minutes] = time.split(':').map(Number);
  await page.getByLabel('Time of the day').fill(`${((hours - 8) * 60 + minutes) * 60}`);
}

/** Opens a lens, or the log. */
export async function lens(page, name) {
  await page.getByRole('navigation', { name: 'Lenses' }).getByRole('link', { name }).click();
}

/** The row of a subject in the list. */
export function row(page, subject) {
  return page.getByRole('row').filter({ hasText: subject });
}

/** Opens a lens and chooses a row in it. */
export async function choose(page, name, subject) {
  await lens(page, name);
  await row(page, subject).click();
}

/** How many instruments a lens says it has. */
export async function countOf(page, name) {
  const link = page.getByRole('navigation', { name: 'Lenses' }).getByRole('link', { name });
  return Number.parseInt(await link.locator('.lens-count').textContent(), 10);
}

/** The subjects of the list, from the top. */
export function subjects(page) {
  return page.locator('.row .row-label').allTextContents();
}

/** The card that is shown in the tab in front, once it is verified. */
export function card(page) {
  return page.locator('.panel:visible chirp-message').getByRole('article');
}

/** Waits until the live region says something that matches, and gives what it says. */
export async function heard(page, wanted) {
  const region = page.locator('#news');
  await region.filter({ hasText: wanted }).waitFor({ state: 'attached' });
  return region.textContent();
}
