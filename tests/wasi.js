// tests/wasi.js: runs a WebAssembly program in node with the files and the environment of this process.
//
//   node --no-warnings tests/wasi.js PROGRAM ARGUMENTS..
//
// The exit status is the program's.
'use strict';
const fs = require('fs'), v8 = require('v8');
const [program, ...rest] = process.argv.slice(2);

// node 20 has relaxed SIMD, but not by default; later ones have no such flag any more and need none.
if (process.versions.node.split('.')[0] < 22) v8.setFlagsFromString('--experimental-wasm-relaxed-simd');

// wasi-libc takes the folder "/" for "."; those inside of it are told apart.
const preopens = { '.': '.' };
for (const entry of fs.readdirSync('/', { withFileTypes: true }))
	if (entry.isDirectory()) {
		try { fs.accessSync(`/${entry.name}`, fs.constants.R_OK | fs.constants.X_OK) } catch { continue }
		preopens[`/${entry.name}`] = `/${entry.name}`;
	}

const { WASI } = require('wasi');
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], env: process.env, preopens, returnOnExit: true });
WebAssembly.compile(fs.readFileSync(program))
	.then(module => WebAssembly.instantiate(module, wasi.getImportObject()))
	.then(instance => { process.exitCode = wasi.start(instance); })
	.catch(error => { console.error(`${program}: ${error.message}`); process.exitCode = 127; });
