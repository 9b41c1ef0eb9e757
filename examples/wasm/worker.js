// examples/wasm/worker.js: runs lattice.c. Needs a global postMessage and onmessage: a web worker, or a test in node.
//
// In:  { wasm, seed, beta, flow, slice, every, overrelax, eps, configs, hot, settle }   to begin; wasm: the bytes of the module
//      { beta, flow, slice, running, restart, .. }                             changes; 0 configs: no end
// Out: { kind: 'ready', backend }
//      { kind: 'step', n, plaquette, beta, mean, of, ms }  a step of the Markov chain; mean of the last 100 plaquettes at most,
//                                                          without the first `settle` after the start or a change of beta
//      { kind: 'flow', t, energy, plaquetteEnergy, charge, slice, config, ms }   after each step of the flow, from t = 0
//      { kind: 'slice', slice }                              after a change of slice
//      { kind: 'end', config, t, charge }                  the flow of a configuration has come to its end
//      { kind: 'stopped' }, { kind: 'error', text }
'use strict';

const set = { seed: 1, beta: 6, flow: 1, slice: 0, every: 5, overrelax: 1, eps: 0.05, configs: 0, hot: 0, settle: 100, running: 1 };
let lib, generation = 0, flowed = false;

const text = at => {
	const bytes = new Uint8Array(lib.memory.buffer, at);
	return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
};
const must = status => { if (status) throw new Error(text(lib.lattice_why())); };
const numbers = () => new Float64Array(lib.memory.buffer, lib.lattice_numbers(), 5);
const density = () => {
	const at = lib.lattice_slice(set.slice);
	if (!at) must(1);
	return new Float32Array(lib.memory.buffer, at, 512).slice();
};
// Lets messages come in.
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

function report(config, start) {
	must(lib.lattice_measure());
	const [, t, energy, plaquetteEnergy, charge] = numbers();
	postMessage({ kind: 'flow', t, energy, plaquetteEnergy, charge, slice: density(), config, ms: Date.now() - start });
	return { t, charge };
}

async function chain(mine) {
	let n = 0, settled = 0, before = set.beta, counted = [];
	lib.lattice_start(set.hot ? 1 : 0, set.seed);
	for (let config = 1; mine === generation && (!set.configs || config <= set.configs); config++) {
		for (let k = 0; k < set.every && mine === generation; k++) {
			while (!set.running && mine === generation) await pause(50);
			const start = Date.now(), beta = set.beta;
			must(lib.lattice_step(beta, set.seed, ++n, set.overrelax));
			const plaquette = numbers()[0];
			if (beta !== before) [settled, counted, before] = [0, [], beta];
			if (settled++ >= set.settle) counted = [...counted.slice(-99), plaquette];
			const of = counted.length, mean = of ? counted.reduce((a, b) => a + b, 0) / of : null;
			postMessage({ kind: 'step', n, plaquette, beta, mean, of, ms: Date.now() - start });
			await pause(0);
		}
		if (mine !== generation) return;
		must(lib.lattice_flow_start());
		flowed = true;
		let at = report(config, Date.now());
		while (mine === generation && at.t < set.flow - 1e-9) {
			while (!set.running && mine === generation) await pause(50);
			const start = Date.now();
			must(lib.lattice_flow_step(Math.min(set.eps, set.flow - at.t)));
			at = report(config, start);
			await pause(0);
		}
		if (mine === generation) postMessage({ kind: 'end', config, t: at.t, charge: at.charge });
	}
	if (mine === generation) postMessage({ kind: 'stopped' });
}

async function begin(wasm) {
	// The library writes no files: whatever it would ask a system for is not there (ENOSYS).
	const none = new Proxy({}, { get: () => () => 52 });
	const { instance } = await WebAssembly.instantiate(wasm, { wasi_snapshot_preview1: none });
	lib = instance.exports;
	lib._initialize();
	must(lib.lattice_create());
	postMessage({ kind: 'ready', backend: text(lib.lattice_backend()) });
}

onmessage = async event => {
	const { wasm, restart, ...changes } = event.data;
	Object.assign(set, changes);
	try {
		if (wasm) await begin(wasm);
		if (wasm || restart) await chain(++generation);
		else if ('slice' in changes && flowed) postMessage({ kind: 'slice', slice: density() });
	} catch (error) {
		postMessage({ kind: 'error', text: error.message });
	}
};
