// n8n finds the nodes and credentials through the "n8n" field of package.json; this file only
// gives the package the main module that npm expects.
module.exports = {};
