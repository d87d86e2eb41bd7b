// Whether a tag may be published: `node .ci/check-release.mjs v0.1.0`. It names the version of
// package.json, and CHANGELOG.md says what is in it and since when.
import { readFileSync } from 'node:fs';

const [tag] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, top, date] = /^## (\S+) - (.+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];

const complaints = [
	...(tag === `v${version}` ? [] : [`the tag is ${tag}, package.json has version ${version}`]),
	...(top === version ? [] : [`the top version of CHANGELOG.md is ${top}, not ${version}`]),
	...(/^\d{4}-\d\d-\d\d$/.test(date) ? [] : [`CHANGELOG.md says "${date}" for a date`]),
];
for (const complaint of complaints) console.error(`Release: ${complaint}`);
process.exit(complaints.length > 0 ? 1 : 0);
