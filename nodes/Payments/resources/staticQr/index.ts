import { resource } from '../../shared/resource';
import { create } from './create';

export const staticQr = resource({ name: 'Static QR', value: 'staticQr' }, [create]);
