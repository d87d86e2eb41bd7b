/*
 * n8n does not save a default, so a new default is that of a new version. These have to be the first condition: after one
 * with an expression, n8n reads no other.
 */

/** Fields of nodes of version 1. Without a version, as in a workflow that was written by hand, n8n compares 0. */
export const IN_VERSION_1 = { '@version': [0, 1] };

/** Fields of newer nodes. */
export const SINCE_VERSION_1_1 = { '@version': [{ _cnd: { gte: 1.1 } }] };
