// tests/compile/docs.js: what the search of the manual finds for each argument; behind its index and its functions.
console.log(lqcd_pages.length + " " + lqcd_names.length);
process.argv.slice(2).forEach(function (text) {
	var hits = lqcd_find(text, 24);
	console.log(hits.map(function (hit) { return hit.label + "=" + hit.url; }).concat(lqcd_says(text, hits)).join("\t"));
});
