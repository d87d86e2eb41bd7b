import * as operation from '../operation';

export const get = operation.get({
	action: 'Get business info',
	description: 'Retrieve the name, country and currency of the connected business',
	url: '/v1/info',
});
