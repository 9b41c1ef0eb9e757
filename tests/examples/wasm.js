// tests/examples/wasm.js: the worker of build/wasm/lattice.html in node, with the module that stands in the page.
//
//   node tests/examples/wasm.js PAGE '{"seed": 1, "beta": 6, ..}'
//
// Prints the messages of the worker, one a line, with the sum of a slice instead of it; when the worker has stopped, the
// slices at all times; then what it says to beta = -1.
'use strict';
const fs = require('fs');
const page = fs.readFileSync(process.argv[2], 'utf8'), script = id => page.match(new RegExp(`<script id="${id}"[^>]*>([^]*?)</script>`))[1];
const wasm = Buffer.from(script('wasm'), 'base64');
let stopped = 0, slices = 0;

function postMessage(message) {
	const { slice, ms, ...rest } = message;
	if (slice) Object.assign(rest, { sites: slice.length, sum: slice.reduce((a, b) => a + b, 0), least: Math.min(...slice) });
	console.log(JSON.stringify(rest));
	if (message.kind === 'stopped' && ++stopped === 1) for (let slice = 0; slice < 8; slice++) onmessage({ data: { slice } });
	if (message.kind === 'slice' && ++slices === 8) onmessage({ data: { restart: 1, beta: -1 } });
}
// The worker assigns onmessage: here its parameter of that name.
const onmessage = new Function('postMessage', 'onmessage', `${script('worker')}\nreturn event => onmessage(event);`)(postMessage);
onmessage({ data: { wasm, ...JSON.parse(process.argv[3]) } });
