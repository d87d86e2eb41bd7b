import type { IDataObject, IHookFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { credentialType } from '../shared/credential';
import { operationError, toNodeError } from '../shared/errors/nodeErrors';
import { lists } from '../shared/messages/lists';
import { webhookMessages } from '../shared/messages/webhooks';
import { amountOf } from '../shared/money';
import { isRecordOf } from '../shared/record';
import { describeIssues } from '../shared/validation/validate';
import { webhookPathOf } from '../shared/webhookPath';
import { request } from '../transport/triggerRequest';
import { isNotFoundOrRejected } from './apiRecords';
import { checkOutput } from './eventOutput';
