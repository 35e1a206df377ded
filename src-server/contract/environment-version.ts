/** Version of the format of environment files, in each of them. */
export const ENVIRONMENT_VERSION = 1;
