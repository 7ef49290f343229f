package io.mintmark.storage.document;

import java.util.List;
import java.util.Optional;

/**
 * A part of a listing.
 *
 * @param documents in the listing's order; fewer than asked for if they are large
 * @param next lists what follows, or empty if nothing does
 */
public record Page(List<StoredDocument> documents, Optional<Listing> next) {}
