package io.mintmark.storage.sql;

/**
 * A statement that reads, and what it is asked with.
 *
 * @param sql one of few texts, so that an engine may keep it prepared
 * @param parameters numbers and texts, and arrays of them where the engine has arrays
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SqlQuery(String sql, Object... parameters) {}
