package io.mintmark.spring;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.mintmark.spring.MintmarkProperties.Ids;
import java.util.List;
import java.util.stream.StreamSupport;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Numeric ids as strings where Jackson 2 writes JSON. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "com.fasterxml.jackson.databind.Module")
@ConditionalOnProperty("mintmark.json.ids")
final class Jackson2Configuration {

    @Bean
    Module mintmarkJackson2Module(MintmarkProperties properties) {
        SimpleModule module = new SimpleModule("mintmark");
        Ids ids = properties.json().ids();
        if (ids == Ids.STRINGS) {
            module.setSerializerModifier(new IdsAsStrings());
        } else if (ids == Ids.ALL_LONGS_AS_STRINGS) {
            module.addSerializer(Long.class, ToStringSerializer.instance);
            module.addSerializer(long.class, ToStringSerializer.instance);
        }
        return module;
    }

    /** Writes members that are ids as strings. */
    private static final class IdsAsStrings extends BeanSerializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> members) {
            for (BeanPropertyWriter member : members) {
                if (IdMembers.isLongId(
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
}
