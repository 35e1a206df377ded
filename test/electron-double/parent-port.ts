import '../support/parent-port.mjs';
import { noteExecuted } from './note-executed';

noteExecuted(process.env.ELECTRON_DOUBLE_NOTES);

// The system ends a utility process together with its program.
process.on('disconnect', () => process.exit(1));
