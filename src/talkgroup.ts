// Placeholder until the talkgroup branch is merged.
