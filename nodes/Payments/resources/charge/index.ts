import { resource } from '../resource';
import { get } from './get';
import { getMany } from './getMany';

export const charge = resource({ name: 'Charge', value: 'charge' }, [get, getMany], getMany);
