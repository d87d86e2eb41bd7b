import { chargedBefore, chargeFindings, charges } from './charges';
import { hints } from './hints';
import { lists } from './lists';
import type { Section } from './message';
import { networkCauses } from './network';
import { once, updates } from './once';
import { parameters } from './parameters';
import { pollingMessages } from './polling';
import { qrImages } from './qrImages';
import { reconciliations } from './reconciliations';
import { creations, findings, refundRemedies, refunds } from './refunds';
import { remedies, requests, statusRemedies } from './requests';
import { toolMessages } from './tools';
import { transferFindings, transfers } from './transfers';
import { waits } from './waits';
import { webhookMessages, webhookResponses } from './webhooks';

/** Everything that the nodes report, for the tests: one line for each section. */
export const catalogue = {
	parameters,
	hints,
	requests,
	remedies,
	statusRemedies,
	networkCauses,
	refunds,
	refundRemedies,
	creations,
	charges,
	chargedBefore,
	chargeFindings,
	once,
	updates,
	findings,
	toolMessages,
	transfers,
	transferFindings,
	lists,
	qrImages,
	reconciliations,
	polling: pollingMessages,
	waits,
	webhooks: webhookMessages,
	webhookResponses,
} satisfies Record<string, Section>;
