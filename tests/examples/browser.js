// tests/examples/browser.js: opens a page in a headless Chromium without network.
//
//   node tests/examples/browser.js CHROMIUM URL SECONDS [PICTURE.png WIDTH HEIGHT]
//
// Waits until document.body.dataset.done is set, but no longer than SECONDS, and prints a JSON object: the texts of the elements
// that have an id, and under "page.errors" what the page complained about. PICTURE.png: what it looks like then. The exit
// status is 1, with a sentence, if Chromium ends before that or does not answer for SECONDS.
'use strict';
const { spawn } = require('child_process'), fs = require('fs'), os = require('os'), path = require('path');
const [chromium, url, seconds, picture, width = 1160, height = 900] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'browser-'));
const browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run', '--disable-dev-shm-usage',
	'--host-resolver-rules=MAP * ~NOTFOUND', `--user-data-dir=${folder}`, `--window-size=${width},${height}`, '--remote-debugging-pipe'],
	{ stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true }); // a group: Debian's is a script that waits for another process
const waiting = new Map(), errors = [];
let count = 0, rest = '', session;

function call(method, params = {}) {
	const id = ++count;
	browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + '\0');
	return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}
browser.stdio[4].setEncoding('utf8').on('data', text => {
	const all = (rest + text).split('\0');
	rest = all.pop();
	answered = Date.now();
	for (const message of all.map(m => JSON.parse(m))) {
		const { resolve, reject } = waiting.get(message.id) || {};
		if (message.method === 'Runtime.exceptionThrown') errors.push(message.params.exceptionDetails.exception?.description || message.params.exceptionDetails.text);
		if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error') errors.push(message.params.entry.text);
		if (message.error && reject) reject(new Error(message.error.message));
		else if (resolve) resolve(message.result);
	}
});
const value = async expression => (await call('Runtime.evaluate', { expression, returnByValue: true })).result.value;
function leave(status) {
	fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	process.exit(status);
}
function fail(text) {
	console.error(text);
	browser.removeAllListeners();
	try {
		process.kill(-browser.pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
	setTimeout(() => leave(1), 500);
}
let answered = Date.now();
setInterval(() => { if (Date.now() - answered > 1000 * seconds) fail(`${chromium} does not answer`); }, 1000);
browser.on('error', error => fail(error.message));
browser.on('exit', (status, signal) => fail(`${chromium} ended: ${signal || `exit status ${status}`}`));
browser.stdio[3].on('error', () => {}); // it has ended

(async () => {
	const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
	session = (await call('Target.attachToTarget', { targetId, flatten: true })).sessionId;
	for (const domain of ['Page', 'Runtime', 'Log']) await call(`${domain}.enable`);
	await call('Emulation.setDeviceMetricsOverride', { width: +width, height: +height, deviceScaleFactor: 1, mobile: false });
	await call('Page.navigate', { url });
	const start = Date.now();
	while (Date.now() - start < 1000 * seconds && !await value('!!document.body && document.body.dataset.done')) await new Promise(resolve => setTimeout(resolve, 100));
	await value('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
	const texts = await value('Object.fromEntries([...document.querySelectorAll("[id]")].filter(e => !/SCRIPT/.test(e.tagName)).map(e => [e.id, e.textContent]))');
	texts['page.done'] = await value('document.body.dataset.done || ""');
	texts['page.errors'] = errors;
	if (picture) fs.writeFileSync(picture, Buffer.from((await call('Page.captureScreenshot', { format: 'png' })).data, 'base64'));
	process.stdout.write(JSON.stringify(texts) + '\n');
	browser.removeAllListeners('exit').once('exit', () => leave(0));
	await call('Browser.close');
})().catch(error => fail(error.message));
