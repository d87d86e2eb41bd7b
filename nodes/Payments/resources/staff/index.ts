import { resource } from '../resource';
import { getMany } from './getMany';

export const staff = resource({ name: 'Staff', value: 'staff', mayNeedScope: true }, [getMany]);
