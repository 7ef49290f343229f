/** Client configurations: checked, stored by the engine, and remembered. */
@NullMarked
package io.mintmark.server.databases.configuration;

import org.jspecify.annotations.NullMarked;
