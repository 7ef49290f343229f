package io.mintmark.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The document of clients that make documents of objects; its stamp is where {@link Calls} looks for it. */
public final class Note {
    private @Nullable String id;

    @JsonProperty("Stamp")
    private String stamp;

    /** Makes an empty one, for a client to fill. */
    public Note() {
        this("");
    }

    Note(String stamp) {
        this.stamp = stamp;
    }

    /** Returns the id, once it is stored. */
    public @Nullable String getId() {
        return id;
    }

    /** Sets the id. */
    public void setId(@Nullable String id) {
        this.id = id;
    }

    /** Returns the stamp. */
    @JsonProperty("Stamp")
    public String getStamp() {
        return stamp;
    }

    /** Sets the stamp. */
    @JsonProperty("Stamp")
    public void setStamp(String stamp) {
        this.stamp = stamp;
    }
}
