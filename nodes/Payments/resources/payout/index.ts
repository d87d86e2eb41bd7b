import { resource } from '../resource';
import { getMany } from './getMany';

export const payout = resource({ name: 'Payout', value: 'payout', mayNeedScope: true }, [getMany]);
