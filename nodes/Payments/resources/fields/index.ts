export * from './entries';
export * from './methods';
export * from './parameter';
export * from './records';
export * from './values';
