const pLimit = require('p-limit');
// Beside this package in n8n's folder.
const { Payments } = require('../n8n-nodes-payments/dist/nodes/Payments/Payments.node.js');

/** As many requests are in progress at a time as this package has by default. */
const limit = pLimit(8);

const count = new Payments().description.properties.length;

/** As many parameters as the Payments node has: for each item, n8n walks through all of them, shown or not. */
const others = Array.from({ length: count - 4 }, (_, index) => ({
	displayName: `Other ${index}`,
	name: `other${index}`,
	type: 'string',
	default: '',
	displayOptions: { show: { resource: [`resource${index % 20}`], operation: ['getAll'] } },
}));

/**
 * An empty declarative node: one GET for each item, with the same credential, the same kind of parameter for the ID and
 * the same hook as the Payments node, without rules, retries or output. What it needs is n8n's.
 */
class Limit {
	description = {
		displayName: 'Limit',
		name: 'limit',
		group: ['input'],
		version: 1,
		description: 'Gets a charge',
		defaults: { name: 'Limit' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'paymentsApi', required: true }],
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'string', default: 'charge' },
			{ displayName: 'Operation', name: 'operation', type: 'string', default: 'get' },
			{ displayName: 'Address', name: 'address', type: 'string', default: '' },
			{
				displayName: 'Charge ID',
				name: 'chargeId',
				// As in every node where a record can also be chosen from a list.
				type: 'resourceLocator',
				default: { mode: 'id', value: '' },
				modes: [{ displayName: 'By ID', name: 'id', type: 'string' }],
				routing: {
					request: { method: 'GET' },
					send: { type: 'query', property: 'id', paginate: true },
					operations: { pagination: get },
				},
			},
			...others,
		],
	};
}

async function get(request) {
	const { options } = request;
	// Cheaper than an expression.
	options.url = `${this.getNodeParameter('address')}/${options.qs.id}`;
	options.qs = {};
	return await limit(() => this.makeRoutingRequest(request));
}

module.exports = { Limit };
