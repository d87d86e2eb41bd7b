/** The field in the metadata of a payment link with the name of its workflow, which customers do not see. */
export const WORKFLOW_FIELD = 'n8n_workflow';
