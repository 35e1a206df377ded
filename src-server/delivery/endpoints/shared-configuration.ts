/**
 * Applications and endpoints as this process knows them, where other processes change them too.
 *
 * Promises: a version that it gives is not newer than what the directory then holds, so a message that was matched after
 * the version was asked for, and is stored only while that version is current, goes to exactly the endpoints it should.
 */
export interface SharedConfiguration {
  /** Reads the versions of all applications. Call it before the directory is filled. */
  load(): Promise<void>;
  /** Null: not known. Reload the application, then ask again. */
  versionOf(appId: string): number | null;
  /**
   * Reads the application and its endpoints, and takes over what differs. Calls during a reload share the next one.
   * @returns whether there is such an application
   */
  reload(appId: string): Promise<boolean>;
  /** Reads the application of an endpoint that is not known here. */
  reloadOfEndpoint(endpointId: string): Promise<void>;
  /** This process has changed an application or its endpoints in the directory. */
  changedHere(appId: string): void;
}

/**
 * Reads an application and its endpoints, and takes over what differs.
 * @param ownChangesOf counts the calls of `changedHere`
 * @returns whether there is such an application; null: something else changed it here meanwhile
 */
export type ReadApplication = (
  appId: string,
  ownChangesOf: (appId: string) => number,
) => Promise<boolean | null>;

/** What makes it, where other processes change applications too. */
export type ShareConfiguration = (readApplication: ReadApplication) => SharedConfiguration;
