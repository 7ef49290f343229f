package io.mintmark.spring.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.WritableTypeId;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Modules by which Jackson 2 writes longs as strings; it reads both forms by itself. */
public final class Jackson2Longs {
    private static final String NAME = "mintmark";

    private Jackson2Longs() {}

    /** Returns a module that changes nothing. */
    public static Module ofNone() {
        return new SimpleModule(NAME);
    }

    /** Returns a module for members that are marked as ids. */
    public static Module ofIds() {
        return new SimpleModule(NAME).setSerializerModifier(new IdsAsStrings());
    }

    /** Returns a module for every long, wherever it stands. */
    public static Module ofAll() {
        SimpleModule module = new SimpleModule(NAME);
        Longs.PLAIN.forEach(type -> module.addSerializer(type, ToStringSerializer.instance));
        return module.addSerializer(new OptionalAsString())
                .addSerializer(new ManyAsStrings<>(long[].class, LongStream::of))
                .addSerializer(new ManyAsStrings<>(LongStream.class, longs -> longs));
    }

    /** Writes members that are ids as strings. */
    private static final class IdsAsStrings extends BeanSerializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> members) {
            for (BeanPropertyWriter member : members) {
                if (IdMembers.isWideId(
                        member.getType().getRawClass(),
                        StreamSupport.stream(
                                member.getMember()
                                        .getAllAnnotations()
                                        .annotations()
                                        .spliterator(),
                                false))) {
                    member.assignSerializer(ToStringSerializer.instance);
                }
            }
            return members;
        }
    }

    /** Writes nothing as null, as Jackson does. */
    private static final class OptionalAsString extends StdScalarSerializer<OptionalLong> {
        private static final long serialVersionUID = 1L;

        OptionalAsString() {
            super(OptionalLong.class);
        }

        @Override
        public boolean isEmpty(SerializerProvider context, @Nullable OptionalLong value) {
            return value == null || value.isEmpty();
        }

        @Override
        public void serialize(OptionalLong value, JsonGenerator json, SerializerProvider context) throws IOException {
            if (value.isPresent()) {
                json.writeString(Long.toString(value.getAsLong()));
            } else {
                json.writeNull();
            }
        }
    }

    /** Writes several longs as Jackson writes several strings. */
    private static final class ManyAsStrings<T> extends StdSerializer<T> {
        private static final long serialVersionUID = 1L;

        private final transient Function<T, LongStream> longs;

        ManyAsStrings(Class<T> type, Function<T, LongStream> longs) {
            super(type);
            this.longs = longs;
        }

        @Override
        public boolean isEmpty(SerializerProvider context, @Nullable T value) {
            return value == null || (value instanceof long[] array && array.length == 0);
        }

        @Override
        public void serialize(T value, JsonGenerator json, SerializerProvider context) throws IOException {
            context.defaultSerializeValue(Longs.texts(longs.apply(value)), json);
        }

        @Override
        public void serializeWithType(T value, JsonGenerator json, SerializerProvider context, TypeSerializer types)
                throws IOException {
            WritableTypeId id = types.writeTypePrefix(json, types.typeId(value, JsonToken.START_ARRAY));
            for (String text : Longs.texts(longs.apply(value))) {
                json.writeString(text);
            }
            types.writeTypeSuffix(json, id);
        }
    }
}
