package io.mintmark.storage.postgresql;

import io.mintmark.storage.engine.NodeSettings;
import io.mintmark.storage.postgresql.sql.PostgresAddress;

/**
 * What the engine needs to know.
 *
 * @param address where PostgreSQL is, and how it is entered
 * @param node who opens it
 */
public record PostgresSettings(PostgresAddress address, NodeSettings node) {}
