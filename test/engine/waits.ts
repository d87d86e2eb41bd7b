import * as clock from '../../nodes/Payments/transport/clock';
import { useVirtualClock, type VirtualClock } from '../clock';

/** Waits by the clock of the test. */
export const { wait } = clock;

let current: VirtualClock;

/** Installs the virtual clock. @returns the waits of the node, in milliseconds */
export function shortenWaits(): number[] {
	current = useVirtualClock();
	return current.waits;
}

/** @returns a function that sets the clock ahead, in milliseconds */
export function jumps() {
	return (time: number) => (current.now += time);
}
