import { resource } from '../resource';
import { get } from './get';

export const info = resource({ name: 'Info', value: 'info' }, [get]);
