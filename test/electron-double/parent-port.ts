import '../support/parent-port.mjs';

// The system ends a utility process together with its program.
process.on('disconnect', () => process.exit(1));
