import { charge } from './charge';
import { info } from './info';
import { location } from './location';
import { paymentRequest } from './paymentRequest';
import { payout } from './payout';
import { plan } from './plan';
import { refund } from './refund';
import { staff } from './staff';
import { staticQr } from './staticQr';
import { subscription } from './subscription';

/** The resources of the node, in the order of the drop-down. */
export const resources = [
	charge,
	info,
	location,
	paymentRequest,
	payout,
	plan,
	refund,
	staff,
	staticQr,
	subscription,
];
