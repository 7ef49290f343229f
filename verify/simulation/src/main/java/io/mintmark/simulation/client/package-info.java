/** Clients: ours by its shipped rules, and official ones of RavenDB by a model of their habits. */
@NullMarked
package io.mintmark.simulation.client;

import org.jspecify.annotations.NullMarked;
