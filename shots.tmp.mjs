import { chromium } from 'playwright-core';
import { readFileSync, mkdirSync } from 'node:fs';
mkdirSync('/tmp/shots', { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const context = await browser.newContext();
const page = await context.newPage();
page.on('console', (m) => ['error','warning'].includes(m.type()) && console.log('console:', m.text()));
page.on('pageerror', (e) => console.log('pageerror:', e.message));
await page.goto(readFileSync('/tmp/live-state/link', 'utf8'));
await page.waitForTimeout(2500);
console.log(page.url(), await page.locator('#connection').innerText());
const which = process.argv.slice(2);
const views = { board: 'board.html', channels: 'channels.html', playground: 'playground.html' };
const base = 'http://127.0.0.1:4848/';
for (const v of which.length ? which : Object.keys(views)) for (const [w, h] of [[360, 740], [800, 900], [1440, 900]]) for (const scheme of ['light', 'dark']) {
  await page.setViewportSize({ width: w, height: h });
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(base + views[v]);
  await page.waitForTimeout(1800);
  await page.screenshot({ path: `/tmp/shots/${v}-${w}-${scheme}.png` });
}
await browser.close();
