import type { Context } from './context';

/** Returns the URL that continues this execution if it waits. */
export function resumeUrlOf(context: Context): unknown {
	return context.evaluateExpression('{{ $execution.resumeUrl }}', context.getItemIndex());
}
