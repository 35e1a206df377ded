-- Where people are told what happens here, and what they were told.
CREATE TABLE notice_channel (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('slack', 'email', 'webhook')),
  way TEXT COLLATE "C" NOT NULL, -- JSON {origin, to, from, smtp}, as far as it is no secret
  sealed TEXT COLLATE "C", -- JSON {url, secret, password}, encrypted; null: it has no secret
  notices TEXT COLLATE "C" NOT NULL, -- JSON list of kinds
  applications TEXT COLLATE "C", -- JSON list of ids; null: all
  pages_url TEXT COLLATE "C" NOT NULL, -- where links lead
  customer_link TEXT COLLATE "C", -- null: customers get nothing
  disabled BIGINT NOT NULL CHECK (disabled IN (0, 1)),
  told TEXT COLLATE "C" NOT NULL, -- JSON {kind: when it told that last}
  failing_since BIGINT,
  error TEXT COLLATE "C", -- the newest one; null: what was told last has arrived
  gave_up BIGINT NOT NULL CHECK (gave_up IN (0, 1)),
  created_at BIGINT NOT NULL
);

-- What has begun, was said, and has not ended: an endpoint that fails, a backup that is late.
CREATE TABLE notice_condition (
  kind TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL, -- the id of an endpoint; '' where there is only one
  facts TEXT COLLATE "C" NOT NULL, -- JSON
  since BIGINT NOT NULL,
  PRIMARY KEY (kind, subject)
);

-- What waits to be told by a channel.
CREATE TABLE notice (
  id TEXT COLLATE "C" PRIMARY KEY,
  channel_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  recipient TEXT COLLATE "C" NOT NULL, -- the address of a customer; '': those of the channel
  facts TEXT COLLATE "C" NOT NULL, -- JSON
  created_at BIGINT NOT NULL,
  tried_at BIGINT -- the first attempt that failed; null: none has
);
