/** Nodes and the wires around them: processes that serve shipped storages over simulated rows. */
@NullMarked
package io.mintmark.simulation.node;

import org.jspecify.annotations.NullMarked;
