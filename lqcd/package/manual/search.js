/* The search of the manual: names of the library that contain the text, then pages that have all of its words, or are about them
 * (words.txt). A word counts from three letters on, or with a digit; a plural that is nowhere is looked for without its s. */
function lqcd_pages_with(word) {
	var of = {}, at = 0;
	while ((at = lqcd_words.indexOf("\n" + word, at)) >= 0) {
		var end = lqcd_words.indexOf("\n", at + 1);
		lqcd_words.slice(at + 1, end).split(" ").slice(1).forEach(function (p) { of[p] = 1; });
		at = end;
	}
	return !Object.keys(of).length && /..s$/.test(word) ? lqcd_pages_with(word.slice(0, -1)) : of;
}

/* Returns the sentence of a search for what lqcd does not have or that found nothing, else "". */
function lqcd_says(text, hits) {
	var query = text.toLowerCase().split(/[^a-z0-9_]+/);
	var known = lqcd_missing.filter(function (m) {
		return query.some(function (w) { return w.length > 2 && (" " + m[0]).indexOf(" " + w) >= 0; });
	});
	if (known.length) return known[0][1];
	if (hits.length || text.trim().length < 2) return "";
	return "Nothing has all of these words. Try one of them, another word for it, or the pages By task and By name.";
}

function lqcd_find(text, most) {
	var hits = [], seen = {}, query = text.toLowerCase().trim();
	function add(label, page, part, note) {
		if (hits.length < most) hits.push({ label: label, url: page + (part ? "#" + part : ""), note: note });
	}
	if (query.length < 2) return hits;
	var name = query.replace(/\s+/g, "_").replace(/_(v?[fdh]|g[fdh])$/, "");
	var exact = [], begins = [], within = [];
	lqcd_names.forEach(function (n) {
		var low = n[0].toLowerCase(), bare = low.replace(/^lqcd_/, "");
		if (low === name || bare === name || low === query) exact.push(n);
		else if (low.indexOf(name) === 0 || bare.indexOf(name) === 0) begins.push(n);
		else if (low.indexOf(name) > 0) within.push(n);
	});
	exact.concat(begins, within).slice(0, Math.ceil(most / 2)).forEach(function (n) {
		add(n[0], lqcd_pages[n[1]][0], n[2], lqcd_pages[n[1]][0]);
	});
	var pages = null;
	var words = query.split(/[^a-z0-9_]+/).filter(function (w) { return w.length > 2 || /[0-9]/.test(w); });
	words.forEach(function (word) {
		var of = lqcd_pages_with(word);
		pages = pages === null ? of : Object.keys(pages).reduce(function (both, p) { if (of[p]) both[p] = 1; return both; }, {});
	});
	Object.keys(pages || {}).map(function (p) {
		var title = (lqcd_pages[p][1] + " " + lqcd_pages[p][2]).toLowerCase();
		return [words.filter(function (w) { return title.indexOf(w) >= 0; }).length, Number(p)];
	}).sort(function (a, b) { return b[0] - a[0] || a[1] - b[1]; }).forEach(function (p) {
		add(lqcd_pages[p[1]][1], lqcd_pages[p[1]][0], "", "");
	});
	return hits;
}

if (typeof document !== "undefined") {
	var box = document.getElementById("search"), list = document.getElementById("hits");
	var root = document.body.getAttribute("data-root");
	box.addEventListener("input", function () {
		list.textContent = "";
		var hits = lqcd_find(box.value, 24), says = lqcd_says(box.value, hits);
		if (says) list.appendChild(document.createElement("li")).textContent = says;
		hits.forEach(function (hit) {
			var item = document.createElement("li"), link = document.createElement("a"), note = document.createElement("small");
			link.href = root + hit.url;
			link.textContent = hit.label;
			note.textContent = hit.note;
			item.appendChild(link);
			item.appendChild(note);
			list.appendChild(item);
		});
	});
	box.addEventListener("keydown", function (event) {
		var first = list.querySelector("a");
		if (event.key === "Enter" && first) location.href = first.href;
		if (event.key === "Escape") { box.value = ""; list.textContent = ""; }
	});
	document.addEventListener("keydown", function (event) {
		if (event.key === "/" && document.activeElement !== box) { event.preventDefault(); box.focus(); }
	});
}
