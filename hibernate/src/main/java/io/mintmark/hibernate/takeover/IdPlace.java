package io.mintmark.hibernate.takeover;

import org.hibernate.boot.model.relational.QualifiedName;

/**
 * A column of ids, as the mapping names it.
 *
 * @param table its table
 * @param column the column
 * @param quoted whether the column is in quotes
 */
record IdPlace(QualifiedName table, String column, boolean quoted) {}
