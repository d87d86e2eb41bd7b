import { balance } from './balance';
import { beneficiary } from './beneficiary';
import { charge } from './charge';
import { customer } from './customer';
import { scopeNotice } from './fields/notice';
import { info } from './info';
import { invoice } from './invoice';
import { location } from './location';
import { merge } from './merge';
import { order } from './order';
import { paymentRequest } from './paymentRequest';
import { payout } from './payout';
import { plan } from './plan';
import { product } from './product';
import { productCategory } from './productCategory';
import { reader } from './reader';
import { refund } from './refund';
import { staff } from './staff';
import { staticQr } from './staticQr';
import { subscription } from './subscription';
import { transfer } from './transfer';
import { virtualAccount } from './virtualAccount';
import { webhookEndpoint } from './webhookEndpoint';

/** The resources of the node, in the order of the drop-down. */
export const resources = [
	balance,
	beneficiary,
	charge,
	customer,
	info,
	invoice,
	location,
	order,
	paymentRequest,
	payout,
	plan,
	product,
	productCategory,
	reader,
	refund,
	staff,
	staticQr,
	subscription,
	transfer,
	virtualAccount,
	webhookEndpoint,
];

const mayNeedScope = resources.filter((one) => one.mayNeedScope);

/** The Operation drop-downs, and the parameters of all operations. The notice is one for all of them. */
export const resourceFields = [
	...resources.map(({ operationField }) => operationField),
	{
		...scopeNotice,
		displayOptions: {
			show: {
				resource: mayNeedScope.map(({ option }) => option.value),
				...scopeNotice.displayOptions?.show,
			},
		},
	},
	...merge(
		'resource',
		resources.map(({ option, fields }) => ({ value: option.value as string, fields })),
	),
];
