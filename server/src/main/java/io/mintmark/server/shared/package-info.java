/** What nodes share beside databases: kept by an engine, and used by rooms that know no engine. */
@NullMarked
package io.mintmark.server.shared;

import org.jspecify.annotations.NullMarked;
