/**
 * Faults of several nodes over one PostgreSQL, started by {@code verify/lab/faults}: real processes and wires fail by a
 * seeded plan while clients take numbers and store documents, and a judge reads the recorded history. It knows only
 * HTTP and the command line: neither the types of server and client nor their tests.
 */
@NullMarked
package io.mintmark.lab.faults;

import org.jspecify.annotations.NullMarked;
