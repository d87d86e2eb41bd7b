export { created, due, type Days } from './days';
export * from './entries';
export * from './methods';
export * from './parameter';
export * from './records';
export * from './values';
