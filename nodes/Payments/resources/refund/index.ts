import { resource } from '../resource';
import { create } from './create';
import { get } from './get';

export const refund = resource({ name: 'Refund', value: 'refund' }, [create, get]);
