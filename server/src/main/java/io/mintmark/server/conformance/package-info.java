/**
 * What clients can send and what becomes of it: done, ignored because nothing follows from it here, or refused by name.
 * One table for each body, query and route; {@code verify/lab/reports/members.md} shows them.
 */
@NullMarked
package io.mintmark.server.conformance;

import org.jspecify.annotations.NullMarked;
