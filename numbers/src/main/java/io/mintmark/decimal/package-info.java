/**
 * Ids of decimal digits that people can read: their layout, a generator, and the log of the launches that make them.
 */
package io.mintmark.decimal;
