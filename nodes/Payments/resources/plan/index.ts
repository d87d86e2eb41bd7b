import { resource } from '../../shared/resource';
import { create } from './create';

export const plan = resource({ name: 'Plan', value: 'plan' }, [create]);
