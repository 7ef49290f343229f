package io.mintmark.client.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Turns an entity into a document while it is written: it leaves the entity's id out and lets its caller add members at
 * the end, without a tree between.
 *
 * <p>It looks only at the members of the document itself; entities within it are written as they are. For one thread,
 * and one document after another.
 */
final class DocumentGenerator extends JsonGeneratorDelegate {
    /** The member that holds a document's metadata. */
    static final String METADATA = "@metadata";

    /** Hears how the writing of a document goes on. */
    interface Parts {
        /** The opening brace was written. */
        void begun() throws IOException;

        /** All members were written, and the closing brace was not; more may be added to {@code out}. */
        void ending(JsonGenerator out) throws IOException;
    }

    private Parts parts = NoParts.NONE;
    private @Nullable String idName;

    /** The context within the document's own braces; a context stays the same object while its level lasts. */
    private @Nullable JsonStreamContext own;

    private @Nullable JsonStreamContext outer;
    private boolean leavingOut;

    /** Writes to {@code out}. */
    DocumentGenerator(JsonGenerator out) {
        super(out);
    }

    /** Prepares for the next document; {@code idName} is the member to leave out, or null. */
    void next(@Nullable String idName, Parts parts) {
        this.idName = idName;
        this.parts = parts;
        this.own = null;
        this.outer = delegate.getOutputContext();
        this.leavingOut = false;
    }

    /** Returns whether a document was written since the last {@link #next}. */
    boolean wroteDocument() {
        return own != null;
    }

    @Override
    public void writeStartObject() throws IOException {
        super.writeStartObject();
        begin();
    }

    @Override
    public void writeStartObject(Object value) throws IOException {
        super.writeStartObject(value);
        begin();
    }

    @Override
    public void writeStartObject(Object value, int size) throws IOException {
        super.writeStartObject(value, size);
        begin();
    }

    private void begin() throws IOException {
        JsonStreamContext here = delegate.getOutputContext();
        if (own == null && here.getParent() == outer) {
            own = here;
            parts.begun();
        }
    }

    @Override
    public void writeEndObject() throws IOException {
        if (delegate.getOutputContext() == own) {
            parts.ending(delegate);
        }
        super.writeEndObject();
    }

    @Override
    public void writeFieldName(String name) throws IOException {
        if (!isLeftOut(name)) {
            super.writeFieldName(name);
        }
    }

    @Override
    public void writeFieldName(SerializableString name) throws IOException {
        if (!isLeftOut(name.getValue())) {
            super.writeFieldName(name);
        }
    }

    private boolean isLeftOut(String name) {
        if (delegate.getOutputContext() != own) {
            return false;
        }
        if (name.equals(METADATA)) {
            throw new IllegalArgumentException("An entity must not have a member " + METADATA
                    + " of its own: set metadata on the document that store() returns.");
        }
        leavingOut = name.equals(idName);
        return leavingOut;
    }

    @Override
    public void writeString(String text) throws IOException {
        if (!endsLeavingOut()) {
            super.writeString(text);
        }
    }

    @Override
    public void writeString(SerializableString text) throws IOException {
        if (!endsLeavingOut()) {
            super.writeString(text);
        }
    }

    @Override
    public void writeString(char[] text, int offset, int length) throws IOException {
        if (!endsLeavingOut()) {
            super.writeString(text, offset, length);
        }
    }

    @Override
    public void writeNull() throws IOException {
        if (!endsLeavingOut()) {
            super.writeNull();
        }
    }

    private boolean endsLeavingOut() {
        boolean wasLeavingOut = leavingOut;
        leavingOut = false;
        return wasLeavingOut;
    }

    /** Hears nothing and adds nothing. */
    private enum NoParts implements Parts {
        NONE;

        @Override
        public void begun() {}

        @Override
        public void ending(JsonGenerator out) {}
    }
}
