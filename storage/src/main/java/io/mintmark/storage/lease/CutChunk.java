package io.mintmark.storage.lease;

import io.mintmark.document.NodeTag;

/**
 * A chunk of the log of cut ranges, as it is stored.
 *
 * @param node tag of the node that cut them
 * @param content what {@link CutWriter} made
 */
public record CutChunk(NodeTag node, byte[] content) {}
